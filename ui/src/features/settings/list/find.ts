/** Finds settings by their names, places and values, and what of a text was found. */
import { createSearchIndex } from '../../../lib/search';
import type { Entry } from './catalogue';

/** Settings that are named so come before those that only stand beside it. */
export function findSettings(entries: readonly Entry[], query: string): Entry[] {
  const found = createSearchIndex(entries, ({ name, place, value, more }) => [name, place, value, more]).find(
    query,
  );
  const first = new Set(createSearchIndex(found, ({ name }) => [name]).find(query));
  return [...found.filter((entry) => first.has(entry)), ...found.filter((entry) => !first.has(entry))];
}

/** The text in pieces; those that were searched for are marked. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  const hits = words
    .map((word) => ({ from: lower.indexOf(word), to: lower.indexOf(word) + word.length }))
    .filter(({ from }) => from >= 0)
    .sort((one, other) => one.from - other.from);
  const pieces: { text: string; hit: boolean }[] = [];
  let at = 0;
  for (const { from, to } of hits) {
    if (from < at) continue;
    pieces.push({ text: text.slice(at, from), hit: false }, { text: text.slice(from, to), hit: true });
    at = to;
  }
  return [...pieces, { text: text.slice(at), hit: false }].filter((piece) => piece.text !== '');
}
