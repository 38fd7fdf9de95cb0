import { defineTrap, status } from './trap.ts';

export const invalidForm = defineTrap({
  id: 'invalid-form',
  title: 'A form that the browser does not send',
  action: 'click',
  trap: 'A required field is empty, so the browser does not send the form.',
  person: 'The browser marks the empty field, and nothing is sent.',
  asks: 'The form is sent.',
  heading: 'Contact',
  content: `<form>
<label>Name <input name="name" required></label>
<button>Send</button>
</form>
<script>
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  await report('sent');
  say('Sent.');
});
</script>
${status('Nothing is sent yet.')}`,
  call: { click: { role: 'button', name: 'Send' } },
  asked: { done: ['sent'] },
  shown: ['Nothing is sent yet', 'fill out this field', '\\binvalid\\b'],
});
