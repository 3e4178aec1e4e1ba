/** Keys of the till at a desk: / for the search, Ctrl+Enter for Process Sale. */
import { useEffect, useRef } from 'react';

export function useShortcuts(processSale: () => void): void {
  // Of the last render: the key may come right after the tap that filled the cart.
  const latest = useRef(processSale);
  latest.current = processSale;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // An open dialog has its own fields and buttons.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const types = event.target instanceof Element && event.target.matches('input, select, textarea');
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) latest.current();
      else if (event.key === '/' && !types) focusSearch();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function focusSearch() {
  document.querySelector<HTMLElement>('.picker-head [type="search"]')?.focus();
}
