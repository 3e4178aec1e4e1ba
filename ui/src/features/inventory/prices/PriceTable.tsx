/** The table of the price list, by category and section, drawn in steps. */
import { useMemo } from 'react';
import type { Product } from '../../../api/types';
import { useIncremental } from '../../../lib/render/useIncremental';
import { groupProducts, visibleGroups } from '../rules/view';
import { PriceRow } from './PriceRow';
import type { Errors, FieldName, Typed } from './priceList';
import { words } from './strings';

/** Rows drawn first, and with each further step. */
const ROWS = 30;

interface PriceTableProps {
  products: readonly Product[];
  /** Starts the list over when it changes. */
  resetKey: string;
  typed: Typed;
  errors: Errors;
  rate: number | undefined;
  onType: (product: Product, name: FieldName, text: string) => void;
}

export function PriceTable({ products, resetKey, typed, errors, rate, onType }: PriceTableProps) {
  const groups = useMemo(() => groupProducts(products), [products]);
  const ordered = useMemo(() => groups.flatMap((group) => group.products), [groups]);
  const { visible, more, sentinel } = useIncremental(ordered, resetKey, ROWS);
  return (
    <>
      <table className="prices">
        <thead>
          <tr>
            {[words.product, words.usd, words.lrd, words.available].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {visibleGroups(groups, visible.length).map(({ key, heading, products: rows }) => (
          <tbody key={key}>
            {heading !== null && (
              <tr className="group">
                <th colSpan={4} scope="rowgroup">
                  {heading}
                </th>
              </tr>
            )}
            {rows.map((product) => (
              <PriceRow
                key={product.id}
                product={product}
                row={typed[product.id]}
                errors={errors[product.id]}
                rate={rate}
                onType={onType}
              />
            ))}
          </tbody>
        ))}
      </table>
      {more && <div ref={sentinel} />}
    </>
  );
}
