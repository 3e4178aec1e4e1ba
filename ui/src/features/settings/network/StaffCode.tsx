/** The QR code that opens the app on a staff phone. */
import { at } from '../../../api/calls';
import { usePicture } from '../../../api/http/usePicture';
import { network as words } from './strings';

const IMAGE = at('/api/network/qr', { format: 'svg' });

export function StaffCode({ url }: { url: string }) {
  const image = usePicture(IMAGE, url);
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
