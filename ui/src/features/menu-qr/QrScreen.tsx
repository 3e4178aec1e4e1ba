/** A page to print: the QR code that leads a guest's phone to the menu, for one table or for any. */
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { DEFAULT_TITLE, useBox } from '../../api/box';
import { useGet } from '../../api/query';
import { useTitle } from '../../lib/useTitle';
import { SelectField } from '../../ui/SelectField';
import { ErrorState } from '../../ui/States';
import { words } from './strings';
import { imageUrl, pageUrl, tableOf } from './table';
import '../../styles/qr.css';

/** The box draws it exactly so. */
const PIXELS = 800;

export default function QrScreen() {
  useTitle(words.title);
  const [, navigate] = useLocation();
  const table = tableOf(useSearch());
  const tables = useGet<{ tableNumber: number }[]>('/api/tables').data ?? [];
  const numbers = new Set([
    ...tables.map(({ tableNumber }) => tableNumber),
    ...(table === null ? [] : [table]),
  ]);
  const options = [
    { value: '', label: words.noTable },
    ...[...numbers].sort((a, b) => a - b).map((n) => ({ value: String(n), label: words.tableNumber(n) })),
  ];

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <button type="button" className="docked" onClick={() => print()}>
          <Printer />
          {words.print}
        </button>
      </header>
      <SelectField
        label={words.table}
        value={table === null ? '' : String(table)}
        options={options}
        onValue={(value) => navigate(pageUrl(value === '' ? null : Number(value)), { replace: true })}
      />
      <Poster key={table} table={table} />
    </>
  );
}

function Poster({ table }: { table: number | null }) {
  const title = useBox()?.title ?? DEFAULT_TITLE;
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) {
    const retry = () => {
      setTries(tries + 1);
      setFailed(false);
    };
    return <ErrorState text={words.failed} onRetry={retry} />;
  }
  return (
    <section className="qr">
      <h2>{title}</h2>
      <p>{words.lead}</p>
      <img
        key={tries}
        src={imageUrl(table)}
        width={PIXELS}
        height={PIXELS}
        alt={words.alt(table)}
        onError={() => setFailed(true)}
      />
      {table !== null && <p className="big">{words.tableNumber(table)}</p>}
    </section>
  );
}
