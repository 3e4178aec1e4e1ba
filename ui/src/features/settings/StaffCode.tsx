/** The QR code that opens the app on a staff phone. */

import { useQuery } from '@tanstack/react-query';
import { at } from '../../api/calls';
import { getResponse } from '../../api/http/client';
import { network as words } from './strings';

const IMAGE = at('/api/network/qr', { format: 'svg' });

export function StaffCode({ url }: { url: string }) {
  // Fetched with the token: an image element sends only the cookie, which ends with the browser.
  const image = useQuery<string, Error>({
    queryKey: [IMAGE, url],
    queryFn: async ({ signal }) => {
      const svg = await (await getResponse(IMAGE, signal)).text();
      return `data:image/svg+xml,${encodeURIComponent(svg)}`;
    },
  });
  return (
    <figure className="code">
      {image.data && <img src={image.data} width={800} height={800} alt={words.codeAlt(url)} />}
      <figcaption>
        {words.codeLead}
        <b>{url}</b>
        {image.isError && <small role="alert">{words.codeFailed}</small>}
      </figcaption>
    </figure>
  );
}
