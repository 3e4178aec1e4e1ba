/** A page to print: the QR code that leads a guest's phone to the menu, for one table, without a table, or a sheet of all tables. */
import { Printer } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { post } from '../../api/http/client';
import { useGet } from '../../api/http/query';
import { tableLabel } from '../../lib/tableLabel';
import { useTitle } from '../../lib/useTitle';
import { Notice } from '../../ui/feedback/Notice';
import { Empty } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import { SelectField } from '../../ui/form/SelectField';
import { Poster } from './Poster';
import { words } from './strings';
import { type Choice, type CodeTable, choiceOf, pageUrl } from './table';
import './menu-qr.css';

export default function QrScreen() {
  useTitle(words.title);
  const [, navigate] = useLocation();
  const choice = choiceOf(useSearch());
  const tables = useGet('/api/tables');
  const codes = useGet('/api/menu/codes').data;
  const known: CodeTable[] = (tables.data ?? []).map(({ tableNumber, name }) => ({
    number: tableNumber,
    name,
  }));
  const chosenTable =
    typeof choice === 'number'
      ? (known.find(({ number }) => number === choice) ?? { number: choice, name: null })
      : null;
  const listed = chosenTable && !known.includes(chosenTable) ? [...known, chosenTable] : known;
  const options = [
    { value: '', label: words.noTable },
    { value: 'all', label: words.allTables },
    ...[...listed]
      .sort((one, other) => one.number - other.number)
      .map(({ number, name }) => ({ value: String(number), label: tableLabel(number, name) })),
  ];

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <button type="button" className="docked" onClick={() => void printCodes(choice)}>
          <Printer />
          {words.print}
        </button>
      </header>
      {codes?.localOnly && <Notice kind="warning">{words.localOnly(codes.menuUrl)}</Notice>}
      <SelectField
        label={words.table}
        value={String(choice ?? '')}
        options={options}
        onValue={(value) => navigate(pageUrl(chosen(value)), { replace: true })}
      />
      {choice === 'all' ? (
        <div className="qr-sheet">
          {known.map((table) => (
            <Poster key={table.number} table={table} wifi={codes?.guestWifi} />
          ))}
          {tables.data?.length === 0 && <Empty text={words.noTables} />}
        </div>
      ) : (
        <Poster key={choice} table={chosenTable} wifi={codes?.guestWifi} />
      )}
    </>
  );
}

function chosen(value: string): Choice {
  if (value === 'all') return 'all';
  return value === '' ? null : Number(value);
}

/** Prints once every code is drawn, and records the printed address on the server, which later warns if it changes. */
async function printCodes(choice: Choice): Promise<void> {
  try {
    await Promise.all(
      [...document.querySelectorAll<HTMLImageElement>('.qr img')].map((image) => image.decode()),
    );
    // The code of the Wi-Fi appears once it is fetched.
    if (document.querySelector('.qr .wifi:not(:has(img))')) throw new Error('not drawn');
  } catch {
    toastError(words.failed);
    return;
  }
  // Printing goes ahead even if this call fails.
  post('/api/menu/printed', { table: choice === 'all' ? null : choice }).catch(() => {});
  print();
}
