/** What few people change of the own Wi-Fi, folded: the most phones, country, band and channel. */
import type { FieldErrors } from '../../../../../api/forms/useForm';
import type { WifiBand } from '../../../../../parts/machine/types';
import { Fold } from '../../../../../ui/Fold';
import { TextField } from '../../../../../ui/form/Field';
import { SelectField } from '../../../../../ui/form/SelectField';
import { Segments } from '../../../Segments';
import { form as words } from '../strings';
import { countries } from './countries';
import type { OwnValues } from './ownValues';

/** Channels that the box takes; 0: it chooses. */
const CHANNELS: Record<WifiBand, readonly number[]> = {
  '2.4': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '5': [0, 36, 40, 44, 48, 149, 153, 157, 161, 165],
};
const BANDS: readonly WifiBand[] = ['2.4', '5'];

interface RadioProps {
  highBand: boolean;
  values: OwnValues;
  errors: FieldErrors;
  onType: (change: Partial<OwnValues>) => void;
}

export function Radio({ highBand, values, errors, onType }: RadioProps) {
  const { maxStations, country, band, channel } = values;
  const wrong = errors['wifi.country'] ?? errors['wifi.band'] ?? errors['wifi.channel'];
  const chosen = channel === '0' ? words.chosenShort : channel;
  return (
    <div className="card folds">
      <div>
        <Fold
          open={errors['wifi.maxStations'] ? true : undefined}
          summary={<Line name={words.most}>{words.mostShort(maxStations)}</Line>}
        >
          <TextField
            label={words.most}
            name="maxStations"
            inputMode="numeric"
            autoComplete="off"
            hint={words.mostHint}
            value={maxStations}
            error={errors['wifi.maxStations']}
            onValue={(typed) => onType({ maxStations: typed })}
          />
        </Fold>
      </div>
      <div>
        <Fold
          open={wrong ? true : undefined}
          summary={<Line name={words.radio}>{`${words.bands[band]}, ${chosen}`}</Line>}
        >
          <div className="stack">
            <SelectField
              label={words.country}
              name="country"
              hint={words.countryHint}
              value={country}
              error={errors['wifi.country']}
              options={countries(country)}
              onValue={(picked) => onType({ country: picked })}
            />
            {highBand && (
              <Segments
                label={words.band}
                value={band}
                options={BANDS.map((value) => ({ value, label: words.bands[value] }))}
                hint={words.bandHint}
                error={errors['wifi.band']}
                // The channels of one band are none of the other's.
                onValue={(picked) => onType({ band: picked, channel: '0' })}
              />
            )}
            <SelectField
              label={words.channel}
              name="channel"
              value={channel}
              error={errors['wifi.channel']}
              options={CHANNELS[band].map((one) => ({
                value: String(one),
                label: one === 0 ? words.chosen : String(one),
              }))}
              onValue={(picked) => onType({ channel: picked })}
            />
          </div>
        </Fold>
      </div>
    </div>
  );
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <>
      <span className="grow">{name}</span>
      <small>{children}</small>
    </>
  );
}
