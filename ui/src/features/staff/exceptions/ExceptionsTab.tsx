/** Exceptions: what is worth a look of each person in the chosen days, in plain sentences. */
import { keepPreviousData } from '@tanstack/react-query';
import { useGet } from '../../../api/http/query';
import type { ExceptionsReport } from '../../../api/types';
import type { DateRange } from '../../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { DatedTab } from '../DatedTab';
import { ReportActions } from '../ReportActions';
import { exceptions as words } from '../strings';
import { csvUrl, exceptionsUrl, fileNameOf, printExceptions } from './calls';
import { receiptsOf, sentencesOf, withCapital } from './sentences';

export default function ExceptionsTab() {
  return <DatedTab>{(range) => <ExceptionsOf range={range} />}</DatedTab>;
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
