// Light or dark, as chosen earlier. A plain script in the head, so that nothing flickers.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Without storage the system decides.
}
