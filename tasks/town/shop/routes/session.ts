import { html } from 'hono/html';
import { type Faults, faultList, field } from '../pages/field.ts';
import { showPage } from '../pages/layout.ts';
import { type Asked, readForm, type ShopApp } from '../visit.ts';

export function routeSession(app: ShopApp): void {
  app.get('/sign-in', (context) => {
    const next = context.get('visit').url.searchParams.get('next') ?? '/';
    return showSignIn(context, { email: '', next }, {});
  });

  app.post('/sign-in', async (context) => {
    const form = await readForm(context);
    const { shop, session } = context.get('visit');
    const [email, password, next] = [form.text('email'), form.text('password'), form.text('next')];
    const account = shop.state.accounts.all().find((each) => each.email === email.toLowerCase());
    if (!account || account.password !== password)
      return showSignIn(
        context,
        { email, next },
        { email: 'We know no account with this address and password.' },
      );
    shop.state.sessions.put({ ...session, customer: account.id });
    // A path of this shop, which a browser cannot take for another host.
    const to = /^\/(?![/\\])[\w/?=&%.+-]*$/.test(next) ? next : '/';
    return context.redirect(to === '/' ? '/?note=signed-in' : to, 303);
  });

  app.post('/sign-out', (context) => {
    const { shop, session } = context.get('visit');
    shop.state.sessions.put({ ...session, customer: null });
    return context.redirect('/?note=signed-out', 303);
  });
}

function showSignIn(context: Asked, { email, next }: { email: string; next: string }, faults: Faults) {
  const { customer } = context.get('visit');
  return showPage(context, {
    title: 'Sign in',
    narrow: true,
    status: Object.keys(faults).length > 0 ? 422 : 200,
    main: html`${customer && html`<p>You are signed in as ${customer.name}.</p>`}
${faultList(faults)}<form method="post" action="/sign-in"><input type="hidden" name="next" value="${next}">
${field(faults, { name: 'email', label: 'Mail address', value: email, autocomplete: 'username' })}
${field(faults, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<p class="actions"><button class="main">Sign in</button></p></form>`,
  });
}
