/** The histories of a bar: which one counts, what is known here only, and the choice of another. */
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatDate, formatDateTime } from '../../../lib/format';
import { Badge } from '../../../ui/Badge';
import { Confirm } from '../../../ui/dialog/Confirm';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { HEAD, linesUrl, lineUrl } from '../../api/calls';
import { useGet } from '../../api/query';
import type { Bar, Line } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { price } from '../../lib/figures';
import { lines as words } from './strings';

const STATUS: Record<Line['state'], string> = { current: 'ok', ended: 'inactive', beside: 'warning' };

export function Lines({ bar }: { bar: Bar }) {
  const [choosing, setChoosing] = useState<Line | null>(null);
  const query = useGet<Line[]>(linesUrl(bar.bar));
  // Every figure of the bar changes.
  const use = useSend([HEAD]);

  async function run(line: Line) {
    try {
      await use.send({ method: 'PUT', path: lineUrl(bar.bar, line.line), body: { state: 'current' } });
      toast(words.used);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
    setChoosing(null);
  }

  return (
    <section className="card stack tight" aria-labelledby="lines-title">
      <h2 id="lines-title">{words.title}</h2>
      <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="5rem" />}>
        {(lines) => (
          <ul className="list">
            {lines.map((line) => (
              <Row key={line.line} line={line} bar={bar.bar} onUse={() => setChoosing(line)} />
            ))}
          </ul>
        )}
      </Loaded>
      {choosing && (
        <Confirm
          question={words.question(bar.name)}
          detail={words.detail(formatDateTime(choosing.began))}
          action={words.use}
          pending={use.pending}
          onConfirm={() => void run(choosing)}
          onCancel={() => setChoosing(null)}
        />
      )}
    </section>
  );
}

interface RowProps {
  line: Line;
  bar: string;
  onUse: () => void;
}

function Row({ line, bar, onUse }: RowProps) {
  const { entries, receipts, totalRevenue } = line.knownHereOnly;
  const began = formatDate(line.began);
  return (
    <li className="line">
      <span className="grow">
        <span className="name">{words.began(formatDateTime(line.began))}</span>
        <small>
          {words.entries(line.fromSeq + 1, line.seq)}, {words.box(line.box.slice(0, 8))}
        </small>
        {entries > 0 && <small>{words.hereOnly(entries, receipts, price(totalRevenue, 'USD'))}</small>}
      </span>
      <Badge status={STATUS[line.state]}>{words.state[line.state]}</Badge>
      <Link
        className="action icon-only"
        href={`/bars/${bar}/lines/${line.line}`}
        aria-label={words.seeOf(began)}
        title={words.see}
      >
        <ScrollText />
      </Link>
      <a
        className="action icon-only"
        href={`${lineUrl(bar, line.line)}/file`}
        download
        aria-label={words.download(began)}
      >
        <Download />
      </a>
      {line.state !== 'current' && (
        <button type="button" className="secondary" aria-label={words.useOf(began)} onClick={onUse}>
          {words.use}
        </button>
      )}
    </li>
  );
}
