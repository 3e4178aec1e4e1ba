/** Head office: the connection, how far the box has sent, and connecting. */
import { lazy, Suspense } from 'react';
import { useHeadLink } from '../../../parts/head-office/link';
import { words as shared } from '../../../parts/head-office/strings';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { Part } from '../Part';
import type { Settings } from '../settings';
import { Connect } from './Connect';
import { POLL_MS } from './calls';
import { Disconnect } from './Disconnect';
import { Facts } from './Facts';
import { Files } from './Files';
import { NewAdmins } from './NewAdmins';
import { head as words } from './strings';
import { TryNow } from './TryNow';

/** Only for a bar that is connected. */
const Agreement = lazy(() => import('./Agreement'));

export default function HeadOffice({ settings }: { settings: Settings }) {
  const query = useHeadLink(POLL_MS);
  const link = query.data;
  return (
    <div className="stack">
      {link && link.state !== 'off' && <NewAdmins waiting={link.directives.waiting} />}
      <Part id="head">
        <Loaded query={query} errorText={shared.lookUpFailed} skeleton={<Skeleton count={1} height="8rem" />}>
          {(link) => (
            <>
              <Facts link={link} />
              {link.state === 'off' && <p>{words.off}</p>}
              {link.state === 'unpaired' && <p>{words.noKey}</p>}
              {link.state === 'off' || link.state === 'unpaired' ? <Connect url={link.url} /> : <TryNow />}
              {link.state !== 'off' && link.state !== 'unpaired' && <Files />}
              {link.state !== 'off' && <Disconnect name={link.name ?? words.title} />}
            </>
          )}
        </Loaded>
      </Part>
      {link && link.state !== 'off' && (
        <Suspense fallback={<Skeleton count={1} height="12rem" />}>
          <Agreement head={settings.head} />
        </Suspense>
      )}
    </div>
  );
}
