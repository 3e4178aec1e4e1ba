/** Settings: the business, its day, its tables, its printers, how it is found, and its safety net. */
import { useEffect } from 'react';
import { useGet } from '../../api/query';
import { useTitle } from '../../lib/useTitle';
import { Loaded, Skeleton } from '../../ui/States';
import { About } from './About';
import { BackupsPart } from './BackupsPart';
import { Business } from './Business';
import { DayAndCash } from './DayAndCash';
import { Jobs } from './Jobs';
import { Network } from './Network';
import { Printing } from './Printing';
import { SecondBox } from './SecondBox';
import { SETTINGS, type Settings } from './settings';
import { PARTS, words } from './strings';
import { TablesPart } from './TablesPart';
import '../../styles/settings.css';

export default function SettingsScreen() {
  useTitle(words.title);
  const settings = useGet<Settings>(SETTINGS);
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
              <TablesPart />
              <Network settings={data} />
            </div>
            <div className="stack">
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

/** The browser looks for `/settings#printing` before the parts are there. */
function useWantedPart(loaded: boolean): void {
  useEffect(() => {
    const wanted = location.hash.slice(1);
    if (loaded && wanted) document.getElementById(wanted)?.scrollIntoView();
  }, [loaded]);
}
