"""A phone of the bar: signs in, sells, and remembers what the box confirmed."""

from machine import Failed, until

PASSWORD = "a password of my own"


class Till:
    """`call` is a function like `Box.call`: method, path, body, token to status and JSON, or None without an answer."""

    def __init__(self, call):
        self.call, self.token, self.confirmed = call, None, {}

    def must(self, method, path, body=None):
        answer = self.call(method, path, body, self.token)
        if not answer or answer[0] >= 300:
            raise Failed(f"{method} {path}: {answer}")
        return answer[1]

    def first_sign_in(self, password):
        """Signs the admin in with the password that the box showed, and changes it."""
        login = {"username": "admin", "password": password}
        self.token = self.must("POST", "/api/auth/login", login)["token"]
        self.token = self.must("POST", "/api/auth/change-password", {"currentPassword": password, "newPassword": PASSWORD})["token"]

    def sign_in(self):
        self.token = self.must("POST", "/api/auth/login", {"username": "admin", "password": PASSWORD})["token"]

    def stock_up(self):
        product = self.must("POST", "/api/products", {"name": "Club Beer", "price": "3.50"})
        self.must("POST", f"/api/products/{product['id']}/stock", {"delta": 1_000_000, "reason": "delivery"})
        self.product = product["id"]

    def sell(self):
        """Sells one beer. True if the box confirmed it."""
        answer = self.call("POST", "/api/sales", {"productId": self.product, "quantity": 1}, self.token)
        if not answer or answer[0] >= 300:
            return False
        self.confirmed[answer[1]["id"]] = answer[1]
        return True

    def sales(self):
        """All sales that the box lists, by number."""
        found, before = {}, 1 << 53
        while True:
            rows = self.must("GET", f"/api/sales?limit=1000&before={before}")
            for row in rows:
                found[row["id"]] = row
                before = row["id"]
            if len(rows) < 1000:
                return found

    def check(self):
        """Fails unless the box lists every confirmed sale as it confirmed it. Returns how many it lists."""
        found = self.sales()
        for number, sale in self.confirmed.items():
            listed = found.get(number)
            if listed is None:
                raise Failed(f"sale {number} was confirmed and is gone")
            for field in ("productId", "quantity", "totalAmount"):
                if field in sale and listed.get(field) != sale[field]:
                    raise Failed(f"sale {number} was confirmed as {sale} and is listed as {listed}")
        return len(found)
