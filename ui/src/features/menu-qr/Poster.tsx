/** One printable QR code with its title and table number. */
import { useState } from 'react';
import { DEFAULT_TITLE, useBox } from '../../api/box';
import { ErrorState } from '../../ui/feedback/States';
import { words } from './strings';
import { imageUrl } from './table';

/** The size that the server draws the image in. */
const PIXELS = 800;

export function Poster({ table }: { table: number | null }) {
  const title = useBox()?.title ?? DEFAULT_TITLE;
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) {
    const retry = () => {
      setTries(tries + 1);
      setFailed(false);
    };
    return <ErrorState text={words.failed} onRetry={retry} />;
  }
  return (
    <section className="qr">
      <h2>{title}</h2>
      <p>{words.lead}</p>
      <img
        key={tries}
        src={imageUrl(table)}
        width={PIXELS}
        height={PIXELS}
        alt={words.alt(table)}
        onError={() => setFailed(true)}
      />
      {table !== null && <p className="big">{words.tableNumber(table)}</p>}
    </section>
  );
}
