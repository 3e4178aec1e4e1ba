/** Notes below the title of both menus: where the guest sits, tax, and the service charge for large groups. */
import { useEffect, useState } from 'react';
import { useBox } from '../../api/box';
import { at } from '../../api/calls';
import { getPublic } from '../../api/public';
import type { MenuNotes } from '../../api/types';
import { useStore } from '../../lib/state/store';
import { tableLabel } from '../../lib/tableLabel';
import { menuStore } from './menuStore';

interface NotesProps {
  /** The number of the guest's table. */
  table?: string | null;
}

export function Notes({ table = null }: NotesProps) {
  const box = useBox();
  const { menu } = useStore(menuStore);
  const [notes, setNotes] = useState<Partial<MenuNotes>>({});
  const hasNotes = Boolean(box?.tax || box?.serviceCharge || table);
  // Fetched again with each menu, because its products decide which tax rates are named.
  useEffect(() => {
    if (hasNotes)
      getPublic(at('/api/menu/notes', table === null ? {} : { table: Number(table) })).then(
        setNotes,
        () => {},
      );
  }, [hasNotes, menu, table]);
  const { tax, serviceCharge, tableName } = notes;
  const lines = [table && tableLabel(table, tableName), tax, serviceCharge];
  return lines.map((line) => line && <p key={line}>{line}</p>);
}
