/** Sets the theme before the first paint; a separate file, because the Content-Security-Policy allows no inline script. */
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; then the phone's preference applies.
  }
  const light = kept ? kept === 'light' : matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]').content = light ? '#f6f1e8' : '#131009';
})();
