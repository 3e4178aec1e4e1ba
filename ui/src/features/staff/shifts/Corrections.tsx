/** The payments of an X or Z whose method was corrected. */
import type { ShiftReport } from '../../../api/types';
import { formatTime } from '../../../lib/format';
import { tendersText } from '../../../parts/payment/tendersText';
import { report as words } from './strings';

export function Corrections({ corrections }: Pick<ShiftReport, 'corrections'>) {
  if (corrections.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby="report-corrections">
      <h2 id="report-corrections">{words.corrections}</h2>
      <ul className="list">
        {corrections.map((one) => (
          <li key={`${one.paymentId} ${one.at}`} className="shift-row">
            <div className="grow">
              <span className="name">{one.receiptNumber ?? words.paymentNumber(one.paymentId)}</span>
              <small>{[formatTime(one.at), one.userName, one.reason].join(' · ')}</small>
              {one.approvedBy && <small>{words.approvedBy(one.approvedBy)}</small>}
              <small>{words.was(tendersText(one.before))}</small>
            </div>
            <b>{tendersText(one.after)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
