/** Levels and amounts in words: in packs, pieces, millilitres or grams. */
import type { Product, Unit } from '../../api/types';
import { formatCount } from '../../lib/format';

/** How the goods of a product are measured. */
export type Measured = Pick<Product, 'unit' | 'packs'>;

/** A level, in main packs and what is beside them: `2 × crate + 5`, `6 × bottle + 300 ml`, `−50 ml`. Parts of 0 are left out. */
export function levelText({ unit, packs: [main] }: Measured, level: number): string {
  if (!main || level < main.size) return amountText(level, unit);
  const rest = level % main.size;
  const full = `${formatCount((level - rest) / main.size)} × ${main.name}`;
  return rest === 0 ? full : `${full} + ${amountText(rest, unit)}`;
}

/** `12`, `300 ml`, `−50 g` */
export function amountText(amount: number, unit: Unit): string {
  const count = `${amount < 0 ? '−' : ''}${formatCount(Math.abs(amount))}`;
  return unit === 'piece' ? count : `${count} ${unit}`;
}

/** A movement: `+24`, `−150 ml` */
export const changeText = (change: number, unit: Unit): string =>
  `${change > 0 ? '+' : ''}${amountText(change, unit)}`;
