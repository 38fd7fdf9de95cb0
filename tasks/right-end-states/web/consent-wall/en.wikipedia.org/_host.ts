import { alteredPages, page } from '../../../imitation.ts';

export const createHost = alteredPages('/wiki/', (html, request) =>
  html === '' || /(?:^|; )consent=1/.test(request.headers.get('cookie') ?? '') ? undefined : page(wall),
);

const wall = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Your privacy</title></head>
<body>
<h1>Your privacy</h1>
<p>Read on with advertising, or subscribe.</p>
<button type="button">Accept</button>
<script>
document.querySelector('button').addEventListener('click', () => {
  document.cookie = 'consent=1; path=/; max-age=31536000; secure';
  location.reload();
});
</script>
</body>
</html>`;
