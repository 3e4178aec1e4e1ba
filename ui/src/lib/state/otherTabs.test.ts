/** Changes to local storage by other tabs. */
import { expect, it, vi } from 'vitest';
import { onOtherTabChange, watchOtherTabs } from './otherTabs';

it('calls the listener for its key and for a cleared storage, until it is stopped', () => {
  const listener = vi.fn();
  const stop = onOtherTabChange('cart', listener);
  for (const key of ['cart', 'order', null]) dispatchEvent(new StorageEvent('storage', { key }));
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  expect(listener).toHaveBeenCalledTimes(2);
});

it('detects a change of another tab once, before its event, and ignores its own', () => {
  const watch = watchOtherTabs('cart');
  expect(watch.changed()).toBe(false);
  localStorage.setItem('cart', 'sold elsewhere');
  expect(watch.changed()).toBe(true);
  expect(watch.changed()).toBe(false);
  localStorage.setItem('cart', 'mine');
  watch.markSeen();
  expect(watch.changed()).toBe(false);
});
