/** Notes about the prices, below the title of both menus: tax, and the service charge for large groups. */
import { useEffect, useState } from 'react';
import { useBox } from '../../api/box';
import { getPublic } from '../../api/public';
import { useStore } from '../../lib/state/store';
import { menuStore } from './menuStore';

export function Notes() {
  const box = useBox();
  const { menu } = useStore(menuStore);
  const [notes, setNotes] = useState<(string | null)[]>([]);
  const hasNotes = Boolean(box?.tax || box?.serviceCharge);
  // Fetched again with each menu, because its products decide which tax rates are named.
  useEffect(() => {
    if (hasNotes)
      getPublic('/api/menu/notes').then(
        ({ tax, serviceCharge }) => setNotes([tax, serviceCharge]),
        () => {},
      );
  }, [hasNotes, menu]);
  return notes.map((note) => note && <p key={note}>{note}</p>);
}
