/** The open shifts, and the Zs of the closed ones by till and day. */
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import type { ZSummary } from '../../../api/types';
import { rangeError } from '../../../parts/range/range';
import { Badge } from '../../../ui/Badge';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { addressOf, type Filters, NO_FILTERS, zsUrl } from './calls';
import { verdicts } from './figures';
import { OpenShifts } from './OpenShifts';
import { words } from './strings';

export function ShiftList() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const error = filters.from && filters.to ? rangeError(filters) : null;
  const zs = useGet(zsUrl(filters), { placeholderData: keepPreviousData, enabled: error === null });
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <FilterFields filters={filters} error={error} onFilters={setFilters} />
      <OpenShifts tillId={filters.tillId} />
      <section className="card stack tight" aria-labelledby="shifts-closed">
        <h2 id="shifts-closed">{words.closed}</h2>
        <Loaded query={zs} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="4rem" />}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty text={isFiltered ? words.noneHere : words.none} />
            ) : (
              <ul className="list">
                {rows.map((row) => (
                  <Row key={row.number} row={row} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

interface FilterFieldsProps {
  filters: Filters;
  error: string | null;
  onFilters: (filters: Filters) => void;
}

function FilterFields({ filters, error, onFilters }: FilterFieldsProps) {
  const tills = useGet('/api/tills').data ?? [];
  const drawers = tills.filter(({ kind }) => kind !== 'safe');
  const set = (change: Partial<Filters>) => onFilters({ ...filters, ...change });
  return (
    <form
      className="shift-filters"
      noValidate
      aria-label={words.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <SelectField
        label={words.till}
        value={filters.tillId}
        options={[
          { value: '', label: words.allTills },
          ...drawers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onValue={(tillId) => set({ tillId })}
      />
      <TextField
        label={words.from}
        type="date"
        value={filters.from}
        error={error}
        onValue={(from) => set({ from })}
      />
      <TextField label={words.to} type="date" value={filters.to} onValue={(to) => set({ to })} />
    </form>
  );
}

function Row({ row }: { row: ZSummary }) {
  const found = verdicts(row.overShortUSD, row.overShortLRD);
  return (
    <li className="shift-row">
      <div className="grow">
        <Link href={addressOf({ number: row.number })} className="name target">
          {row.number}
        </Link>
        <small>
          {row.tillName} · {row.responsibleName}
        </small>
        <small>{row.closedAt && words.times(row.openedAt, row.closedAt)}</small>
      </div>
      <span className="shift-verdict">
        {found?.map((one) => (
          <b key={one}>{one}</b>
        ))}
        {row.notCounted && <Badge status="warning">{words.notCounted}</Badge>}
        {!row.confirmed && <small>{words.notConfirmed(row.responsibleName)}</small>}
        {row.restored && <small>{words.restored}</small>}
      </span>
    </li>
  );
}
