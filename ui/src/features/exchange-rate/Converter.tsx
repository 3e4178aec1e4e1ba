/** Converts an amount at the entered rate. */
import { useState } from 'react';
import { formatRateLine } from '../../lib/format';
import type { Currency } from '../../lib/money/money';
import { NumberField } from '../../ui/form/NumberField';
import { bothFields, type Typed } from './rate';
import { words } from './strings';

export function Converter({ rate }: { rate: string }) {
  const [typed, setTyped] = useState<Typed>({ currency: 'USD', text: '1.00' });
  const values = bothFields(typed, rate);
  const field = (currency: Currency, label: string) => (
    <NumberField
      label={label}
      name={`convert-${currency}`}
      value={values[currency]}
      onValue={(text) => setTyped({ currency, text })}
    />
  );
  return (
    <section className="card stack" aria-labelledby="converter-title">
      <div className="split">
        <h2 id="converter-title">{words.converter}</h2>
        <small>{words.converterAt(formatRateLine(rate))}</small>
      </div>
      <div className="amounts">
        {field('USD', words.usd)}
        {field('LRD', words.lrd)}
      </div>
    </section>
  );
}
