/** What other tabs of this browser do with what is kept. */

/** Told when another tab of this browser writes or removes this key; gives the function that ends it. */
export function onOtherTab(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
