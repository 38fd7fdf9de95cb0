// Everything works without this file: forms are sent and pages come back. With it some things happen in place.

for (const form of document.querySelectorAll('[data-buy]')) buyInPlace(form);
for (const form of document.querySelectorAll('[data-ask]')) askFirst(form);
for (const form of document.querySelectorAll('[data-once]')) sendOnce(form);
for (const part of document.querySelectorAll('[data-when]')) showWhenChosen(part);
for (const button of document.querySelectorAll('[data-print]')) printOn(button);
const suggested = document.querySelector('[data-suggest]');
if (suggested) suggest(suggested);
const total = document.querySelector('[data-total]');
if (total) keepTotal(total);
const fold = document.querySelector('.fold');
if (fold && matchMedia('(max-width: 50rem)').matches) fold.open = false;

/** Price and stock follow what is chosen, and the basket is filled without leaving the page. */
function buyInPlace(form) {
  const variants = JSON.parse(document.querySelector('[data-variants]').textContent);
  const [price, stock, article, said] = ['price', 'stock', 'article', 'said'].map((part) =>
    document.querySelector(`[data-${part}]`),
  );
  form.querySelector('[data-plain]').hidden = true;
  const show = () => {
    const chosen = new FormData(form);
    const variant = variants.find(({ options }) =>
      Object.entries(options).every(([name, value]) => chosen.get(name) === value),
    );
    if (!variant) return;
    const strong = document.createElement('strong');
    strong.textContent = variant.price;
    price.replaceChildren(strong);
    stock.textContent = variant.stock;
    article.textContent = `Article ${variant.id}`;
  };
  form.addEventListener('change', show);
  show();
  form.addEventListener('submit', async (event) => {
    if (event.submitter?.matches('[data-plain]')) return;
    event.preventDefault();
    const answer = await fetch(form.action, {
      method: 'post',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(new FormData(form)),
    });
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    const { ok, said: words, count } = await answer.json();
    said.classList.toggle('bad', !ok);
    said.textContent = words;
    if (ok) {
      const link = document.createElement('a');
      link.href = '/cart';
      link.textContent = 'See basket';
      said.append(' ', link);
    }
    document.querySelector('[data-count]').textContent = count;
  });
}

/** What cannot be taken back is asked about first. */
function askFirst(form) {
  form.addEventListener('submit', (event) => {
    if (!confirm(form.dataset.ask)) event.preventDefault();
  });
}

function sendOnce(form) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
  // Back from the next page the form may be sent again.
  addEventListener('pageshow', () => delete form.dataset.sent);
}

/** `data-when="payment=new"`: only there while that is chosen. */
function showWhenChosen(part) {
  const [name, value] = part.dataset.when.split('=');
  const form = part.closest('form');
  const show = () => {
    part.hidden = new FormData(form).get(name) !== value;
  };
  form.addEventListener('change', show);
  addEventListener('pageshow', show);
  show();
}

function printOn(button) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

/** The sum with the delivery that is chosen. */
function keepTotal(place) {
  const form = document.querySelector('.checkout');
  const goods = Number(document.querySelector('[data-sum]').dataset.sum);
  const show = () => {
    const chosen = form.querySelector('[name=delivery]:checked');
    const delivery = chosen?.parentElement.querySelector('[data-delivery-price]');
    if (!delivery) return;
    const cents = goods + Number(delivery.dataset.deliveryPrice);
    const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
    place.textContent = `Total with delivery: €${whole}.${String(cents % 100).padStart(2, '0')}`;
  };
  form.addEventListener('change', show);
  addEventListener('pageshow', show);
  show();
}

/** Products under the field, 150 ms after the last letter. Escape puts them away. */
function suggest(field) {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('aria-label', 'Suggestions');
  field.form.append(list);
  let waiting = 0;
  let asked = '';
  const ask = async () => {
    const question = field.value.trim();
    asked = question;
    if (question.length < 2) {
      list.hidden = true;
      return;
    }
    const answer = await fetch(`/search/suggest?${new URLSearchParams({ q: question })}`);
    const found = await answer.json();
    if (asked !== question) return;
    list.replaceChildren(
      ...found.map(({ href, name, price }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = href;
        for (const words of [name, price]) {
          const part = document.createElement('span');
          part.textContent = words;
          link.append(part);
        }
        item.append(link);
        return item;
      }),
    );
    list.hidden = found.length === 0;
  };
  field.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 150);
  });
  field.form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.hidden = true;
  });
  field.form.addEventListener('focusout', (event) => {
    if (!field.form.contains(event.relatedTarget)) list.hidden = true;
  });
}
