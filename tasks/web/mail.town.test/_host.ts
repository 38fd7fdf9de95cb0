export { createMail as createHost } from '../../town/mail/create-mail.ts';
export { createPeople } from '../../town/world/create-people.ts';
