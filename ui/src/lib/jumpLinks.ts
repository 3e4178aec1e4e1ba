/** Links within a page (`#orders`) leave no step behind in the history: back leaves the page, as it would without the jump. */
export function replaceOnJump(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    location.replace(link.getAttribute('href') ?? '');
  });
}
