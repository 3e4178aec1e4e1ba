/** Scrolls a row sideways as far as one of its items needs to be seen whole. The page stays where it is. */
export function showInRow(row: Element | null, item: Element | null | undefined): void {
  if (!row || !item) return;
  const [edges, box] = [row.getBoundingClientRect(), item.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, box.right - edges.right) - Math.max(0, edges.left - box.left);
}
