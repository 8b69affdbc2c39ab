// What listens to the page as a whole, so that a test sees what stays behind. Has to run before all else.
const held = new Map();

for (const [name, target] of Object.entries({ document, window })) {
  const { addEventListener, removeEventListener } = target;
  const keyOf = (type, options) => `${name} ${type} ${Boolean(options?.capture ?? options)}`;
  target.addEventListener = function (type, listener, options) {
    const key = keyOf(type, options);
    if (!held.has(key)) held.set(key, new Set());
    held.get(key).add(listener);
    options?.signal?.addEventListener("abort", () => held.get(key).delete(listener));
    return addEventListener.call(this, type, listener, options);
  };
  target.removeEventListener = function (type, listener, options) {
    held.get(keyOf(type, options))?.delete(listener);
    return removeEventListener.call(this, type, listener, options);
  };
}

window.pageListeners = () =>
  [...held].flatMap(([key, { size }]) => (size ? [`${size} ${key}`] : [])).sort().join("\n");
