"""Evaluates expressions as Python does, for the differential test: one on a line, one answer a line.

An answer is the value's repr, or the kind of error. What Python has no limit for, bits of an
integer, is counted here on the same tree that Python's own parser makes.
"""

import ast
import operator
import sys
import warnings

MAX_BITS = int(sys.argv[1])


class Limit(Exception):
    pass


class Refused(Exception):
    pass


class Complex(Exception):
    pass


BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
UNARY = {ast.UAdd: operator.pos, ast.USub: operator.neg}


def bounded(value):
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise Limit
    return value


def power(base, exponent):
    if isinstance(base, int) and isinstance(exponent, int) and exponent > 0 and abs(base) > 1:
        if (base.bit_length() - 1) * exponent >= MAX_BITS:
            raise Limit
    try:
        value = base**exponent
    except OverflowError:
        # Python overflows on the way to some complex numbers, too.
        if float(base) < 0 and float(exponent) % 1 != 0:
            raise Complex
        raise
    if isinstance(value, complex):
        raise Complex
    return value


def walk(node):
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return bounded(value)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in UNARY:
            return UNARY[type(op)](walk(operand))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            left = walk(left)
            return bounded(power(left, walk(right)))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            left = walk(left)
            return bounded(BINARY[type(op)](left, walk(right)))
    raise Refused


def answer(text):
    try:
        tree = ast.parse(text, mode="eval").body
        # What is refused is refused before anything is worked out.
        for node in ast.walk(tree):
            if isinstance(node, (ast.operator, ast.unaryop)):
                if type(node) not in BINARY and type(node) not in UNARY:
                    raise Refused
            elif not isinstance(node, (ast.Constant, ast.UnaryOp, ast.BinOp)):
                raise Refused
            elif isinstance(node, ast.Constant) and type(node.value) not in (int, float):
                raise Refused
            elif isinstance(node, ast.Constant):
                bounded(node.value)
        value = walk(tree)
    except (SyntaxError, Refused):
        return "no arithmetic"
    except (Limit, Complex, ZeroDivisionError, OverflowError) as error:
        return type(error).__name__
    # The walk above is no second opinion: what it came to, `eval` has to say too.
    whole = eval(text)
    assert repr(whole) == repr(value), (text, whole, value)
    return repr(value)


warnings.simplefilter("ignore")
sys.set_int_max_str_digits(0)
for line in sys.stdin:
    print(answer(line.rstrip("\n").strip()))
