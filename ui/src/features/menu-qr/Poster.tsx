/** One printable sheet: the QR code of the menu with its title and table, and the guests' Wi-Fi if there is one. */
import { useState } from 'react';
import { DEFAULT_TITLE, useBox } from '../../api/box';
import { tableInSentence, tableLabel } from '../../lib/tableLabel';
import { ErrorState } from '../../ui/feedback/States';
import { words } from './strings';
import { type CodeTable, imageUrl } from './table';
import { type GuestWifi, Wifi } from './Wifi';

/** The size that the server draws the image in. */
const PIXELS = 800;

interface PosterProps {
  table: CodeTable | null;
  wifi: GuestWifi | undefined;
}

export function Poster({ table, wifi }: PosterProps) {
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
        src={imageUrl(table?.number ?? null)}
        width={PIXELS}
        height={PIXELS}
        alt={words.alt(table && tableInSentence(table.number, table.name))}
        onError={() => setFailed(true)}
      />
      {table !== null && <p className="big">{tableLabel(table.number, table.name)}</p>}
      {wifi?.name && <Wifi wifi={wifi} />}
    </section>
  );
}
