/** Exceptions: what is worth a look of each person in the chosen days, in plain sentences. */
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGet } from '../../../api/http/query';
import type { ExceptionsReport } from '../../../api/types';
import { useBusinessDay } from '../../../api/useBusinessDay';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { RangeFields } from '../../range/RangeFields';
import { type DateRange, type Preset, presetRange, rangeError } from '../../range/range';
import { ReportActions } from '../ReportActions';
import { exceptions as words } from '../strings';
import { csvUrl, exceptionsUrl, fileNameOf, printExceptions } from './calls';
import { receiptsOf, sentencesOf, withCapital } from './sentences';

/** A preset follows the bar's day; dates stay. */
type Dates = Preset | DateRange;
const FIRST: Preset = '7 days';

export default function ExceptionsTab() {
  const today = useBusinessDay();
  const [dates, setDates] = useState<Dates>(FIRST);
  if (today === null) return <Skeleton count={3} height="6rem" />;
  const range = typeof dates === 'string' ? presetRange(dates, today) : dates;
  const error = rangeError(range);
  return (
    <>
      <RangeFields
        range={range}
        preset={typeof dates === 'string' ? dates : null}
        error={error}
        onRange={setDates}
        onPreset={setDates}
      />
      {!error && <ExceptionsOf range={range} />}
    </>
  );
}

function ExceptionsOf({ range }: { range: DateRange }) {
  const report = useGet(exceptionsUrl(range), { placeholderData: keepPreviousData });
  return (
    <section className="card stack" aria-labelledby="exceptions-people">
      <Loaded query={report} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="6rem" />}>
        {(loaded) => <People report={loaded} range={range} />}
      </Loaded>
    </section>
  );
}

function People({ report: { rows, medians }, range }: { report: ExceptionsReport; range: DateRange }) {
  const people = rows.map((row) => ({ row, sentences: sentencesOf(row, medians) }));
  const worthALook = people.filter(({ sentences }) => sentences.length > 0);
  const others = people.filter(({ sentences }) => sentences.length === 0);
  return (
    <>
      <div className="split">
        <h2 id="exceptions-people">{words.people}</h2>
        {worthALook.length > 0 && (
          <ReportActions
            print={(_, options) => printExceptions(range, options)}
            csv={csvUrl(range)}
            fileName={fileNameOf(range)}
          />
        )}
      </div>
      {worthALook.length === 0 ? (
        <Empty text={words.none} />
      ) : (
        <>
          <p>
            <small>{words.intro}</small>
          </p>
          {worthALook.map(({ row, sentences }) => (
            <section key={row.userId} className="stack tight" aria-labelledby={`exceptions-${row.userId}`}>
              <h3 id={`exceptions-${row.userId}`}>{withCapital(row.userName)}</h3>
              <ul className="exceptions">
                {sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </section>
          ))}
          {others.length > 0 && (
            <p>
              {words.nothingOf(
                others.map(({ row }) => `${withCapital(row.userName)} (${receiptsOf(row)})`).join(', '),
              )}
            </p>
          )}
        </>
      )}
    </>
  );
}
