/** Types of the calls about the machine below the box, named as in the API's document. */
import type { Schemas } from '../../api/calls';

export type NetworkMode = Schemas['NetworkMode'];
export type WifiBand = Schemas['WifiBand'];
export type OwnWifi = Schemas['OwnWifi'];
export type JoinedWifi = Schemas['JoinedWifi'];
export type GuestNetwork = Schemas['GuestNetwork'];
export type FixedAddress = Schemas['FixedAddress'];
export type Interface = Schemas['Interface'];
export type NetworkAbilities = Schemas['NetworkAbilities'];
export type BoxNetwork = Schemas['BoxNetwork'];
export type SeenWifi = Schemas['SeenWifi'];
export type UpdateCandidate = Schemas['UpdateCandidate'];
export type UpdateResult = Schemas['UpdateResult'];
export type BoxSoftware = Schemas['BoxSoftware'];
export type InstallBody = Schemas['InstallBody'];

/** Settings to try, as the forms send them: what is absent stays. */
export interface NetworkBody extends Partial<Pick<BoxNetwork, 'mode' | 'join' | 'guests' | 'fixed'>> {
  wifi?: Partial<OwnWifi>;
}
