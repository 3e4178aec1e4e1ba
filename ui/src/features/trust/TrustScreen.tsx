/** /trust: how to install the server's certificate on a phone, for the person who sets phones up. */
import { useCallback, useEffect, useState } from 'react';
import { get } from '../../api/http/client';
import type { Trust } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { Empty, ErrorState, Skeleton } from '../../ui/feedback/States';
import { words } from './strings';
import './trust.css';

/** Eight bytes per line, as phones show the fingerprint. */
const LINE = /.{1,24}/g;

export default function TrustScreen() {
  useTitle(words.title);
  const [trust, setTrust] = useState<Trust>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    get('/api/trust').then(setTrust, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  return (
    <main className="trust">
      <header>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
      </header>
      {trust ? (
        <Steps trust={trust} />
      ) : failed ? (
        <ErrorState text={words.failed} onRetry={load} />
      ) : (
        <Skeleton count={4} height="6rem" />
      )}
    </main>
  );
}

function Steps({ trust: { fingerprint, url, certificateUrl } }: { trust: Trust }) {
  if (!fingerprint || !url || !certificateUrl) return <Empty text={words.off} />;
  return (
    <>
      <section>
        <h2>{words.compareTitle}</h2>
        <p>{words.compare}</p>
        <p className="fingerprint">
          {fingerprint.match(LINE)?.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      </section>
      <section>
        <h2>{words.installTitle}</h2>
        {/* A plain link: it is a file, not a route. */}
        <a href={certificateUrl} className="action" download>
          {words.download}
        </a>
        <List title={words.iosTitle} steps={words.ios} />
        <List title={words.androidTitle} steps={words.android} />
      </section>
      <section>
        <h2>{words.openTitle}</h2>
        <a href={url} className="action">
          {words.open}
        </a>
        <p>{words.limits}</p>
      </section>
    </>
  );
}

function List({ title, steps }: { title: string; steps: string[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}
