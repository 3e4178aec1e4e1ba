/** Sets the theme before the first paint; a file of its own because the box allows no inline script. */
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; the phone's own preference then decides.
  }
  const light = kept ? kept === 'light' : matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]').content = light ? '#f6f1e8' : '#131009';
})();
