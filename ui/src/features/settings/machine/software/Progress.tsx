/** An installation that runs, and the start of the new version. */
import { software as words } from './strings';

export function Installing({ percent, version }: { percent: number; version: string | null }) {
  const title = version ? words.installing(version) : words.installingShort;
  return (
    <section className="card stack" aria-labelledby="installing">
      <div className="split">
        <h2 id="installing">{title}</h2>
        <small>{words.percent(percent)}</small>
      </div>
      <progress aria-labelledby="installing" value={percent} max={100} />
      <p className="lead">{words.sellOn}</p>
    </section>
  );
}

export function Starting({ version }: { version: string }) {
  return (
    <section className="card stack" aria-labelledby="starting">
      <h2 id="starting" role="status">
        {words.restarting(version)}
      </h2>
      <progress aria-labelledby="starting" />
      <p className="lead">{words.restartingDetail}</p>
    </section>
  );
}
