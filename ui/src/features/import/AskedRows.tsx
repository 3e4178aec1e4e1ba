/** Rows that may mean several products, each with the choice: one of them, a new product, or not at all. */
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { useIncremental } from '../../lib/render/useIncremental';
import { describe } from './rules/changes';
import { check as text } from './strings';
import type { Candidate, ImportRow, RowChoice, RowChoices } from './types';

interface AskedRowsProps {
  rows: readonly ImportRow[];
  choices: RowChoices;
  disabled: boolean;
  onChoice: (line: number, choice: RowChoice | null) => void;
}

export function AskedRows({ rows, choices, disabled, onChoice }: AskedRowsProps) {
  const { visible, more, sentinel } = useIncremental(describe(rows, [], undefined), rows);
  return (
    <>
      <ul className="list" aria-label={text.kinds.ask.name}>
        {visible.map(({ row: { line, name, message, candidates }, texts }) => (
          <li key={line}>
            <span className="grow">
              <span className="name">{name}</span>
              <small>{[text.line(line, null), ...texts].join(' · ')}</small>
              {message && <small>{message}</small>}
            </span>
            <select
              className="import-choice"
              aria-label={text.chooseFor(name, line)}
              disabled={disabled}
              value={String(choices[line] ?? '')}
              onChange={(event) => onChoice(line, choiceOf(event.currentTarget.value))}
            >
              <option value="">{text.choose}</option>
              {candidates.map((candidate) => (
                <option key={candidate.productId} value={candidate.productId}>
                  {described(candidate)}
                </option>
              ))}
              <option value="new">{text.newProduct}</option>
              <option value="skip">{text.skip}</option>
            </select>
          </li>
        ))}
      </ul>
      {more && <div ref={sentinel} />}
    </>
  );
}

function choiceOf(value: string): RowChoice | null {
  if (value === 'new' || value === 'skip') return value;
  return value === '' ? null : Number(value);
}

/** 'Club Beer · Monrovia Breweries · 290000000001 · $2.00 · L$380.00' */
function described({ name, brand, barcode, priceUSD, priceLRD }: Candidate): string {
  const usd = priceUSD && formatMoney(fromServer(priceUSD), 'USD');
  const lrd = priceLRD && formatMoney(fromServer(priceLRD), 'LRD');
  return [name, brand, barcode, usd, lrd].filter(Boolean).join(' · ');
}
