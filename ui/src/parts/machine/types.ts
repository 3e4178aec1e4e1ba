/** Types of the calls about the machine below the box, named as in the OpenAPI document. */
import type { Schemas } from '../../api/calls';

export type WifiBand = Schemas['WifiBand'];
export type OwnWifi = Schemas['OwnWifi'];
export type Interface = Schemas['Interface'];
export type BoxNetwork = Schemas['BoxNetwork'];
export type SeenWifi = Schemas['SeenWifi'];
export type UpdateCandidate = Schemas['UpdateCandidate'];
export type BoxSoftware = Schemas['BoxSoftware'];

/** Settings to try; what is absent stays. */
export interface NetworkChange {
  mode?: BoxNetwork['mode'];
  wifi?: Partial<OwnWifi>;
  join?: BoxNetwork['join'];
  guests?: BoxNetwork['guests'];
  fixed?: BoxNetwork['fixed'];
}

export type InstallBody = Schemas['InstallBody'] & { when: 'now' | 'closed' };
