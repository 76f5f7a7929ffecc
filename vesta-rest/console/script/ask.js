// Requests to this server. All that the page shows comes from the paths that /openapi.json describes.

/** Why a request failed, as the server said. */
class Refusal extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

/** The token lives as long as the tab. */
const token = {
  key: 'vesta.token',
  get: () => sessionStorage.getItem(token.key) ?? '',
  set: (text) => (text ? sessionStorage.setItem(token.key, text) : sessionStorage.removeItem(token.key)),
};

async function ask(path, body) {
  const headers = { Accept: 'application/json' };
  if (token.get()) headers.Authorization = `Bearer ${token.get()}`;
  const how = { headers, cache: 'no-store' };
  if (body !== undefined) {
    how.method = 'POST';
    if (body) how.body = JSON.stringify(body);
    if (body) headers['Content-Type'] = 'application/json';
  }
  const answer = await fetch(path, how);
  const told = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, told.detail ?? told.title);
  return told;
}

const pathOf = (...parts) => `/v1/${parts.map(encodeURIComponent).join('/')}`;

/** What a person can do about a failure. */
function remedy(failure) {
  if (!(failure instanceof Refusal)) return 'This server does not answer.';
  if (failure.status === 401) return token.get() ? 'This token is not known here.' : 'Show a token to see this.';
  if (failure.status === 403) return 'The rights of this token do not include this.';
  return failure.message;
}
