/** Settings: the business, its day, its printers, and how it is found. */
import { useGet } from '../../api/query';
import { useTitle } from '../../lib/useTitle';
import { Loaded, Skeleton } from '../../ui/States';
import { About } from './About';
import { Business } from './Business';
import { DayAndCash } from './DayAndCash';
import { Jobs } from './Jobs';
import { Network } from './Network';
import { Printing } from './Printing';
import { SETTINGS, type Settings } from './settings';
import { words } from './strings';

export default function SettingsScreen() {
  useTitle(words.title);
  const settings = useGet<Settings>(SETTINGS);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <Loaded query={settings} errorText={words.loadFailed} skeleton={<Skeleton count={4} height="11rem" />}>
        {(data) => (
          <div className="with-side">
            <div className="stack">
              <Business settings={data} />
              <DayAndCash settings={data} />
              <Network settings={data} />
            </div>
            <div className="stack">
              <Printing settings={data} />
              <Jobs printers={data.printers} />
              <About />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
