/** Settings screen: business, day, money, tables, network, printing, backups and second box. */
import { useEffect } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useGet } from '../../api/http/query';
import { useTitle } from '../../lib/useTitle';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { About } from './About';
import { Business } from './Business';
import { BackupsPart } from './backups/BackupsPart';
import { SecondBox } from './backups/SecondBox';
import { DayAndCash } from './DayAndCash';
import { MoneyParts } from './MoneyParts';
import { Network } from './Network';
import { Jobs } from './printing/Jobs';
import { Printing } from './printing/Printing';
import { SETTINGS } from './settings';
import { PARTS, words } from './strings';
import { TablesPart } from './TablesPart';
import '../../styles/screens/settings.css';

export default function SettingsScreen() {
  useTitle(words.title);
  const settings = useGet(SETTINGS);
  useWantedPart(settings.data !== undefined);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <nav className="scroller parts" aria-label={words.parts}>
        {PARTS.map(({ id, label }) => (
          <a key={id} href={`#${id}`} className="action small">
            {label}
          </a>
        ))}
      </nav>
      <Loaded query={settings} errorText={words.loadFailed} skeleton={<Skeleton count={4} height="11rem" />}>
        {(data) => (
          <div className="with-side even">
            <div className="stack">
              <Business settings={data} />
              <DayAndCash settings={data} />
              <MoneyParts settings={data} />
            </div>
            <div className="stack">
              <TablesPart />
              <Network settings={data} />
              <Printing settings={data} />
              <Jobs printers={data.printers} />
              <BackupsPart />
              <SecondBox />
              <About />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** How long cards above the wanted one may load and move it. */
const LAYOUT_MS = 5_000;
const FIRST_INTERACTION = ['pointerdown', 'wheel', 'touchmove', 'keydown'] as const;

/** Scrolls to the card in the hash (`/settings#printing`) once it exists, and keeps it in view until the first interaction. */
function useWantedPart(loaded: boolean): void {
  // The hash may also change on this screen: the printer warning links to the printers.
  const wanted = useLocationProperty(() => location.hash.slice(1));
  useEffect(() => {
    const part = loaded && wanted ? document.getElementById(wanted) : null;
    if (!part) return;
    const jump = () => part.scrollIntoView();
    jump();
    const growth = new ResizeObserver(jump);
    growth.observe(document.body);
    const stop = () => growth.disconnect();
    const timer = setTimeout(stop, LAYOUT_MS);
    for (const event of FIRST_INTERACTION) addEventListener(event, stop, { once: true, passive: true });
    return () => {
      stop();
      clearTimeout(timer);
      for (const event of FIRST_INTERACTION) removeEventListener(event, stop);
    };
  }, [loaded, wanted]);
}
