//! Has the linker leave the relocations in the program: `cargo xtask module` cuts it into parts along them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|it| it == "wasm") {
        println!("cargo::rustc-link-arg=--emit-relocs");
    }
}
