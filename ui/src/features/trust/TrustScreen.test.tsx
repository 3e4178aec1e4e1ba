/** The page for installing the box's certificate authority. */
import { fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../test/fakeServer';
import { words } from './strings';
import TrustScreen from './TrustScreen';

const ON = {
  enabled: true,
  fingerprint: 'AB:CD',
  url: 'https://192.168.8.1:8443',
  certificateUrl: '/trust/barback-ca.crt',
};
const OFF = { enabled: false, fingerprint: null, url: null, certificateUrl: null };

describe('the trust page', () => {
  it('shows the fingerprint, the certificate and the secure address', async () => {
    fakeServer({ 'GET /api/trust': { body: ON } });
    render(<TrustScreen />);
    expect(await screen.findByText('AB:CD')).toBeTruthy();
    expect(screen.getByRole('link', { name: words.download }).getAttribute('href')).toBe(ON.certificateUrl);
    expect(screen.getByRole('link', { name: words.open }).getAttribute('href')).toBe(ON.url);
  });

  it('says that secure pages are off', async () => {
    fakeServer({ 'GET /api/trust': { body: OFF } });
    render(<TrustScreen />);
    expect(await screen.findByText(words.off)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    fakeServer({ 'GET /api/trust': { status: 500, body: { message: 'no' } } });
    render(<TrustScreen />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(words.failed)).toBeTruthy();
    fakeServer({ 'GET /api/trust': { body: ON } });
    fireEvent.click(again);
    expect(await screen.findByText('AB:CD')).toBeTruthy();
  });
});
