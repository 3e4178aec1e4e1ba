/** The forms of the page of the network, and the question that follows them, in one file that is fetched after the page. */
export { CableForm } from './CableForm';
export { GuestForm } from './GuestForm';
export { Join } from './join/Join';
export { Keep } from './Keep';
export { OwnForm } from './own/OwnForm';
