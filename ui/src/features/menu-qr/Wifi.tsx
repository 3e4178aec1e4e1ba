/** The guests' Wi-Fi on a printed sheet: the QR code that joins it, its name and its password. */
import { at } from '../../api/calls';
import { usePicture } from '../../api/http/usePicture';
import type { MenuCodes } from '../../api/types';
import { words } from './strings';

export type GuestWifi = MenuCodes['guestWifi'];

const IMAGE = at('/api/menu/wifi', { format: 'svg' });
/** The size that the server draws the image in. */
const PIXELS = 800;

export function Wifi({ wifi: { name, password } }: { wifi: GuestWifi }) {
  const image = usePicture(IMAGE, `${name} ${password}`);
  return (
    <div className="wifi">
      {image.data && <img src={image.data} width={PIXELS} height={PIXELS} alt={words.wifiAlt(name ?? '')} />}
      <div>
        <p>{words.wifi}</p>
        <dl>
          <dt>{words.network}</dt>
          <dd>{name}</dd>
          {password && (
            <>
              <dt>{words.password}</dt>
              <dd>{password}</dd>
            </>
          )}
        </dl>
        {image.isError && <small role="alert">{words.failed}</small>}
      </div>
    </div>
  );
}
