/** Business settings: name, address and the other texts on every receipt. */
import { TextField } from '../../ui/form/Field';
import { FormCard } from './FormCard';
import type { Settings } from './settings';
import { words } from './strings';
import { useSettingsForm } from './useSettingsForm';

export default function Business({ settings }: { settings: Settings }) {
  const { businessName, address, phone, thankYouMessage, website, socialMedia } = settings;
  const { field, ...form } = useSettingsForm({
    businessName,
    address,
    phone,
    thankYouMessage,
    website,
    socialMedia,
  });
  return (
    <FormCard id="business" {...form}>
      <TextField label={words.businessName} autoComplete="off" {...field('businessName')} />
      <TextField label={words.address} autoComplete="off" {...field('address')} />
      <TextField label={words.phone} type="tel" autoComplete="off" {...field('phone')} />
      <TextField label={words.thankYou} autoComplete="off" {...field('thankYouMessage')} />
      <TextField label={words.website} inputMode="url" autoComplete="off" {...field('website')} />
      <TextField label={words.socialMedia} autoComplete="off" {...field('socialMedia')} />
    </FormCard>
  );
}
