/** What a count has found. Who counts blind learns only that it is stored. */
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatExact, formatTime } from '../../../lib/format';
import { fromServer, inOne } from '../../../lib/money/money';
import { differenceWords } from '../../../parts/drawer/count/count';
import { count as words } from '../../../parts/drawer/strings';
import { cashText, dualOf } from '../../../parts/drawer/till';
import { Figure } from '../../../ui/Figure';
import { screen } from '../strings';
import type { Counted } from './CountDrawer';
import { PrintCount } from './PrintCount';

interface CountResultProps extends Counted {
  blind: boolean;
  onDone: () => void;
}

export default function CountResult({
  till,
  result,
  counted,
  left,
  restTo,
  blind,
  onDone,
}: CountResultProps) {
  const { shift, zNumber } = result;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const rest = { usd: counted.usd - left.usd, lrd: counted.lrd - left.lrd };
  const when = [till.name, shift.closedAt && formatTime(shift.closedAt), shift.closedBy]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      {blind ? (
        <section className="card empty drawer-form" role="status" data-status="ok">
          <CircleCheck />
          <h1 ref={title} tabIndex={-1}>
            {words.thanks}
          </h1>
          <p>{when}</p>
        </section>
      ) : (
        <>
          <header className="page-head">
            <h1 ref={title} tabIndex={-1}>
              {zNumber}
            </h1>
            <small>{when}</small>
          </header>
          <Difference {...result} />
        </>
      )}
      <section className="card stack drawer-form" aria-labelledby="your-count">
        <h2 id="your-count">{words.yours}</h2>
        <dl className="facts">
          <dt>{words.usd}</dt>
          <dd>{formatExact(counted.usd, 'USD')}</dd>
          <dt>{words.lrd}</dt>
          <dd>{formatExact(counted.lrd, 'LRD')}</dd>
          <dt>{words.left(till.name)}</dt>
          <dd>{cashText(left)}</dd>
          {(rest.usd !== 0 || rest.lrd !== 0) && (
            <>
              <dt>{words.moved(restTo)}</dt>
              <dd>{cashText(rest)}</dd>
            </>
          )}
        </dl>
      </section>
      <PrintCount result={result} blind={blind} />
      <button type="button" className="secondary large drawer-form" onClick={onDone}>
        {screen.done}
      </button>
    </>
  );
}

function Difference({ shift }: Counted['result']) {
  const { overShortUSD, overShortLRD, expectedUSD, expectedLRD } = shift;
  if (overShortUSD === null || overShortLRD === null) return null;
  const expected = dualOf({ amountUSD: expectedUSD ?? '0', amountLRD: expectedLRD ?? '0' });
  const off = differenceWords({ usd: fromServer(overShortUSD), lrd: fromServer(overShortLRD) }, formatExact);
  return (
    <section className="card abreast drawer-form" role="status">
      {off.map(({ currency, text, status }) => (
        <Figure
          key={text}
          name={<span className="sr-only">{currency === 'LRD' ? words.lrd : words.usd}</span>}
          value={text}
          status={status}
        >
          {currency && words.shouldBe(formatExact(inOne(expected, currency), currency))}
        </Figure>
      ))}
    </section>
  );
}
