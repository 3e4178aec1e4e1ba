/** Receipts that are too old to be on this phone: the box searches them. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { at } from '../../api/calls';
import { get } from '../../api/client';
import type { Receipt } from '../../api/types';

const PAUSE_MS = 300;
const NONE: readonly Receipt[] = [];

/** `needed`: this phone does not hold them all. */
export function useFoundAtBox(query: string, needed: boolean): readonly Receipt[] {
  const [settled, setSettled] = useState('');
  const text = query.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery<Receipt[], Error>({
    queryKey: ['receipts-found', settled],
    queryFn: ({ signal }) => get(at('/api/receipts', { q: settled }), signal),
    enabled: needed && settled !== '' && settled === text,
  });
  return (settled === text && text !== '' && found.data) || NONE;
}
