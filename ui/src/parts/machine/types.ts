/** Types of the calls about the machine below the box, named as the schemas of the API's document. */

export type NetworkMode = 'cable' | 'own' | 'join';
export type WifiBand = '2.4' | '5';

export interface OwnWifi {
  /** Two letters (ISO 3166): whose rules for radio the box obeys. */
  country: string;
  ssid: string;
  password: string;
  band: WifiBand;
  /** 0: the radio chooses. */
  channel: number;
  maxStations: number;
}

export interface JoinedWifi {
  /** Empty: none. */
  ssid: string;
  /** Empty: an open Wi-Fi. */
  password: string;
}

export interface GuestNetwork extends JoinedWifi {
  on: boolean;
}

export interface FixedAddress {
  address: string;
  /** Bits of the network. */
  prefix: number;
  gateway: string | null;
}

export interface Interface {
  name: string;
  kind: 'cable' | 'wifi';
  state: 'off' | 'connecting' | 'on' | 'failed';
  addresses: string[];
  /** Phones on it, if it is an access point whose phones can be counted. */
  stations: number | null;
}

export interface NetworkAbilities {
  cable: boolean;
  own: boolean;
  join: boolean;
  /** Has a second radio. */
  guests: boolean;
  /** Can use the 5 GHz band. */
  highBand: boolean;
}

export interface BoxNetwork {
  mode: NetworkMode;
  interfaces: Interface[];
  wifi: OwnWifi;
  join: JoinedWifi;
  guests: GuestNetwork;
  /** Null: the router gives an address. */
  fixed: FixedAddress | null;
  /** When the settings of before come back, unless these are kept. */
  pendingUntil: string | null;
  can: NetworkAbilities;
}

/** Settings to try; what is absent stays. */
export interface NetworkBody {
  mode?: NetworkMode;
  wifi?: Partial<OwnWifi>;
  join?: JoinedWifi;
  guests?: GuestNetwork;
  fixed?: FixedAddress | null;
}

export interface SeenWifi {
  ssid: string;
  /** 0 to 100. */
  strength: number;
  band: WifiBand;
  secured: boolean;
}

export interface UpdateCandidate {
  /** Null if the file is refused. */
  version: string | null;
  notes: string | null;
  from: 'file' | 'stick';
  /** In bytes. */
  size: number;
  older: boolean;
  /** Why the file is refused. */
  refused: string | null;
}

export interface UpdateResult {
  version: string;
  worked: boolean;
  message: string;
  at: string;
}

export interface BoxSoftware {
  version: string;
  slot: string | null;
  other: { version: string | null; state: 'next' | 'good' | 'bad' };
  candidate: UpdateCandidate | null;
  installing: { percent: number } | null;
  planned: { version: string } | null;
  lastResult: UpdateResult | null;
  /** Whether the memory card reports errors. */
  cardErrors: boolean;
}

export interface InstallBody {
  when: 'now' | 'closed';
  allowOlder?: boolean;
  password?: string;
}
