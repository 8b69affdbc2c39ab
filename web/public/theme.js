// Sets the colours that were chosen on this device before anything is painted, as `theme.rs` in web/parts
// does once the program is there.
try {
  document.documentElement.dataset.theme = localStorage.getItem("kikitori/theme") ?? "system";
} catch {
  // A browser that refuses its storage.
}
