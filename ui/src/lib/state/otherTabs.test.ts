/** What other tabs do with what is kept. */
import { expect, it, vi } from 'vitest';
import { onOtherTabChange, watchOtherTabs } from './otherTabs';

it('is told of its own key, and of a storage that was emptied, until it is no longer wanted', () => {
  const told = vi.fn();
  const stop = onOtherTabChange('cart', told);
  for (const key of ['cart', 'order', null]) dispatchEvent(new StorageEvent('storage', { key }));
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  expect(told).toHaveBeenCalledTimes(2);
});

it('sees another tab’s change before it is told, once, and not its own', () => {
  const watch = watchOtherTabs('cart');
  expect(watch.changed()).toBe(false);
  localStorage.setItem('cart', 'sold elsewhere');
  expect(watch.changed()).toBe(true);
  expect(watch.changed()).toBe(false);
  localStorage.setItem('cart', 'mine');
  watch.markSeen();
  expect(watch.changed()).toBe(false);
});
