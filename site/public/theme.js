// Before the page is drawn: a module would come after it, and the page would flash in the other colours.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; then the system's colours stay.
}
